use setwise_cost::{flow::Graph, listing::disassemble, machine::Machine};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let m = if a[1].contains("aarch64") {
        Machine::Aarch64
    } else {
        Machine::X86_64
    };
    for f in disassemble(
        if m == Machine::Aarch64 {
            "aarch64-linux-gnu-objdump"
        } else {
            "objdump"
        },
        a[1].as_ref(),
    )
    .unwrap()
    {
        if f.name.contains(&a[2]) && f.name.contains(&a[3]) && f.name.contains(&a[4]) {
            println!("{}", f.name);
            let g = Graph::new(m, &f);
            for l in g.loops() {
                println!(
                    "header {:x} nested {} blocks {:?}",
                    f.instructions[g.blocks[l.header].start].address,
                    l.nested,
                    l.blocks
                        .iter()
                        .map(|&b| format!(
                            "{:x}+{}->{:?}",
                            f.instructions[g.blocks[b].start].address,
                            g.blocks[b].len(),
                            g.next[b]
                                .iter()
                                .map(|&b| format!(
                                    "{:x}",
                                    f.instructions[g.blocks[b].start].address
                                ))
                                .collect::<Vec<_>>()
                        ))
                        .collect::<Vec<_>>()
                );
            }
        }
    }
}
