//! Only reads the files of a folder and parses them with syn: what `permdock collect` is measured
//! against, in `benches/catalog/measure.py`.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "src".to_owned());
    println!("{} items", items(Path::new(&folder))?);
    Ok(())
}

fn items(folder: &Path) -> Result<usize, Box<dyn std::error::Error>> {
    let mut count = 0;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        count += if path.is_dir() {
            items(&path)?
        } else {
            syn::parse_file(&std::fs::read_to_string(&path)?)?
                .items
                .len()
        };
    }
    Ok(count)
}
