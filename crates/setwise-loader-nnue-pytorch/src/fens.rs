//! Batches of FENs.

use crate::layout::{DdpConfig, Fen, FenBatch, SkipConfig};
use crate::report::{free, lock, object};
use crate::settings::{Reported, Settings};
use setwise_loader::Sample;
use std::ffi::{CString, c_char, c_int};
use std::sync::Mutex;

/// A stream of batches of FENs.
#[derive(Debug)]
pub struct FenStream(Mutex<(Reported, Vec<Sample>)>);

/// A batch with its memory.
#[repr(C)]
struct Owned {
    batch: FenBatch,
    fens: Vec<Fen>,
    texts: Vec<CString>,
}

/// Opens a stream. Returns null after a failure.
///
/// # Safety
/// The names are null, or point to as many texts as stated, which end in 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn create_fen_batch_stream(
    concurrency: c_int,
    num_files: c_int,
    filenames: *const *const c_char,
    batch_size: c_int,
    cyclic: u8,
    skip: SkipConfig,
    ddp: DdpConfig,
) -> *mut FenStream {
    object(|| {
        let settings = Settings {
            concurrency,
            num_files,
            filenames,
            batch_size,
            cyclic: cyclic != 0,
            skip,
            ddp,
        };
        // SAFETY: the caller promises the texts. The features are not used.
        let loader = unsafe { settings.open("half-ka-v2-hm-training")? };
        let stream = Mutex::new((Reported::new(loader), Vec::new()));
        Ok(Some(Box::new(FenStream(stream))))
    })
}

/// Returns the next batch; null at the end.
///
/// # Safety
/// `stream` is null or comes from [`create_fen_batch_stream`] and is not destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fetch_next_fen_batch(stream: *mut FenStream) -> *mut FenBatch {
    let owned = object(|| {
        // SAFETY: the caller promises it.
        let stream = unsafe { stream.as_ref() }.ok_or("the stream is null")?;
        let mut guard = lock(&stream.0);
        let (reported, samples) = &mut *guard;
        let count = reported.loader.next_samples(samples);
        reported.damage();
        if count.map_err(|why| why.to_string())? == 0 {
            return Ok(None);
        }
        let texts = samples.iter().map(|sample| {
            let text = CString::new(sample.position().to_fen());
            text.unwrap_or_default()
        });
        let texts: Vec<CString> = texts.collect();
        let fens = texts.iter().map(|text| Fen {
            size: text.as_bytes().len() as i32,
            fen: text.as_ptr().cast_mut(),
        });
        let mut fens: Vec<Fen> = fens.collect();
        let batch = FenBatch {
            size: fens.len() as i32,
            fens: fens.as_mut_ptr(),
        };
        Ok(Some(Box::new(Owned { batch, fens, texts })))
    });
    owned.cast()
}

/// Ends a stream.
///
/// # Safety
/// `stream` is null or comes from [`create_fen_batch_stream`], and nothing else uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn destroy_fen_batch_stream(stream: *mut FenStream) {
    // SAFETY: the caller promises it.
    unsafe { free(stream, drop) }
}

/// Frees a batch.
///
/// # Safety
/// `batch` is null or comes from [`fetch_next_fen_batch`], and nothing else uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn destroy_fen_batch(batch: *mut FenBatch) {
    // SAFETY: a batch is the first field of what is owned. The caller promises the rest.
    unsafe {
        free(batch.cast::<Owned>(), |owned| {
            drop((owned.fens, owned.texts))
        })
    }
}
