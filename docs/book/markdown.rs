//! The code in Markdown documents, and the commands in it.

/// A span of code, or a line of a block, with those that it continues on.
#[derive(Debug)]
pub struct Code {
    /// The number of its first line.
    pub line: usize,
    /// The language of its block, or none for a span.
    pub language: Option<String>,
    /// The text.
    pub text: String,
}

/// Returns the code of a document, and its lines, which are empty in blocks of code.
pub fn read(text: &str) -> (Vec<Code>, Vec<&str>) {
    let (mut code, mut lines) = (Vec::new(), Vec::new());
    let mut language: Option<String> = None;
    let mut open: Option<Code> = None;
    for (line, number) in text.lines().zip(1..) {
        let begin = |language: &Option<String>| Code {
            line: number,
            language: language.clone(),
            text: String::new(),
        };
        if let Some(name) = line.trim_start().strip_prefix("```") {
            language = language.xor(Some(name.to_owned()));
            open = None;
            lines.push("");
        } else if language.is_some() {
            let mut one = open.take().unwrap_or_else(|| begin(&language));
            one.text += line.strip_suffix('\\').unwrap_or(line);
            if line.ends_with('\\') {
                open = Some(one);
            } else {
                code.push(one);
            }
            lines.push("");
        } else {
            // A span ends in its paragraph and in its row of a table.
            if line.is_empty() || line.starts_with('|') {
                open = None;
            }
            for (piece, i) in line.split('`').zip(0..) {
                if i > 0 {
                    match open.take() {
                        Some(one) => code.push(one),
                        None => open = Some(begin(&None)),
                    }
                }
                if let Some(one) = &mut open {
                    one.text += if i == 0 { " " } else { "" };
                    one.text += piece;
                }
            }
            lines.push(line);
        }
    }
    (code, lines)
}

impl Code {
    /// Returns the words of each command, as a shell does, without variables before it and without
    /// files that it writes.
    pub fn commands(&self) -> Vec<Vec<String>> {
        if self.language.as_deref().is_some_and(|name| name != "sh") {
            return Vec::new();
        }
        let (mut commands, mut quote) = (vec![vec![String::new()]], None);
        for letter in self.text.chars() {
            let command = commands.last_mut().expect("there is one");
            let word = command.last_mut().expect("there is one");
            match letter {
                _ if quote == Some(letter) => quote = None,
                _ if quote.is_some() => word.push(letter),
                '\'' | '"' => quote = Some(letter),
                '#' if word.is_empty() => break,
                ' ' => command.push(String::new()),
                ';' | '&' | '|' | '(' | ')' | '>' => commands.push(vec![String::new()]),
                _ => word.push(letter),
            }
        }
        for command in &mut commands {
            command.retain(|word| !word.is_empty());
            let is_variable = |word: &String| word.contains('=') && !word.starts_with('-');
            let variables = command.iter().take_while(|word| is_variable(word)).count();
            command.drain(..variables);
        }
        commands.retain(|command| !command.is_empty());
        commands
    }
}
