//! Attack maps of many positions.

use setwise::{Batch, batch_attacks};

fn main() {
    let (rooks, bishops, occupied) = ([1 << 3; 1024], [1 << 2; 1024], [0xffff; 1024]);
    let mut attacked = [0; 1024];
    let batch = Batch {
        orthogonal: &rooks,
        diagonal: &bishops,
        occupied: &occupied,
    };
    batch_attacks(batch, &mut attacked).expect("equal lengths");
    println!("{:016x}", attacked[1023]);
}
