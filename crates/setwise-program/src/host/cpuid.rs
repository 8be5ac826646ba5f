//! The description of the machine by CPUID.

use itertools::Itertools;
use raw_cpuid::{CacheParameter, CacheType, CpuId, Hypervisor};

/// The sizes of the data caches from CPUID, the nearest first.
pub(super) fn caches() -> Vec<u64> {
    let caches = CpuId::new().get_cache_parameters().into_iter().flatten();
    let caches =
        caches.filter(|cache| matches!(cache.cache_type(), CacheType::Data | CacheType::Unified));
    let size = |cache: CacheParameter| {
        let lines = cache.sets() * cache.associativity() * cache.physical_line_partitions();
        (lines * cache.coherency_line_size()) as u64
    };
    let caches = caches.sorted_by_key(CacheParameter::level);
    caches.map(size).collect()
}

/// The name from CPUID.
pub(super) fn brand() -> String {
    let brand = CpuId::new().get_processor_brand_string();
    brand.map_or_else(String::new, |brand| brand.as_str().to_string())
}

/// Family and model in the maker's numbering.
pub(super) fn numbers() -> Option<[u32; 2]> {
    let info = CpuId::new().get_feature_info()?;
    Some([info.family_id(), info.model_id()].map(u32::from))
}

pub(super) fn identity([family, model]: [u32; 2]) -> String {
    format!("family {family} model {model}")
}

pub(super) fn vendor() -> String {
    let vendor = CpuId::new().get_vendor_info();
    vendor.map_or_else(String::new, |vendor| vendor.as_str().to_string())
}

pub(super) fn has_amx() -> bool {
    let features = CpuId::new().get_extended_feature_info();
    features.is_some_and(|features| features.has_amx_tile())
}

/// The hypervisor from CPUID.
pub(super) fn hypervisor() -> String {
    let hypervisor = CpuId::new().get_hypervisor_info();
    let name = hypervisor.map(|hypervisor| match hypervisor.identify() {
        Hypervisor::Unknown(..) => "unknown".to_string(),
        known => format!("{known:?}"),
    });
    name.unwrap_or_default()
}
