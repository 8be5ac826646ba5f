//! A cluster of Apache Ballista that knows the functions of chess positions.

use anyhow::Context;
use ballista::prelude::SessionContextExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::default_session_builder;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use clap::{Args, Parser, Subcommand};
use datafusion::execution::{FunctionRegistry, SessionState};
use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::{SessionConfig, SessionContext};
use setwise_sql::QueryArgs;
use std::net::{IpAddr, SocketAddr};
use std::{path::PathBuf, process::ExitCode, sync::Arc};

/// Query files of chess positions with SQL on several machines: a scheduler, executors, and
/// queries.
///
/// Files must have the same path on all of them, in Parquet, Arrow or CSV.
#[derive(Debug, Parser)]
#[command(version)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Scheduler(SchedulerArgs),
    Executor(ExecutorArgs),
    Query(ClientArgs),
}

/// Divide queries into tasks for the executors.
#[derive(Args, Debug)]
struct SchedulerArgs {
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Port of the scheduler
    #[arg(long, default_value_t = 50050)]
    port: u16,
    /// Name or address under which executors reach the scheduler
    #[arg(long, default_value = "localhost")]
    host: String,
    /// Seconds without a sign of life after which an executor's tasks go to others
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    executor_timeout: u64,
}

/// Run tasks of a scheduler.
#[derive(Args, Debug)]
struct ExecutorArgs {
    /// Address of the scheduler
    #[arg(long, value_name = "HOST", default_value = "localhost")]
    scheduler: String,
    /// Port of the scheduler
    #[arg(long, value_name = "PORT", default_value_t = 50050)]
    scheduler_port: u16,
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Name or address under which others reach this executor [default: the one to listen on]
    #[arg(long)]
    host: Option<String>,
    /// Port from which results are fetched
    #[arg(long, default_value_t = 50051)]
    port: u16,
    /// Port for tasks
    #[arg(long, value_name = "PORT", default_value_t = 50052)]
    task_port: u16,
    /// Number of tasks at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Memory of all tasks in MiB [default: 70% of the machine's]
    #[arg(long, value_name = "MIB")]
    memory: Option<u64>,
    /// Folder for intermediate results [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Seconds between two signs of life
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    heartbeat: u64,
}

/// Run SQL on the cluster.
#[derive(Args, Debug)]
struct ClientArgs {
    /// Address and port of the scheduler
    #[arg(long, value_name = "HOST:PORT", default_value = "localhost:50050")]
    scheduler: String,
    /// Number of parts that a query is divided into
    #[arg(long, value_name = "N", default_value_t = 16)]
    parts: usize,
    #[command(flatten)]
    query: QueryArgs,
}

#[tokio::main]
async fn main() -> ExitCode {
    let result = match Program::parse().command {
        Command::Scheduler(args) => schedule(args).await,
        Command::Executor(args) => execute(args).await,
        Command::Query(args) => query(args).await,
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("setwise-cluster: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn functions() -> impl Iterator<Item = Arc<ScalarUDF>> {
    let functions = setwise_datafusion::functions().into_iter();
    functions.map(|function| Arc::new(ScalarUDF::from(function)))
}

/// The state of a session on the scheduler. Plans name the functions, which are found here.
fn session_state(config: SessionConfig) -> datafusion::error::Result<SessionState> {
    let mut state = default_session_builder(config)?;
    for function in functions() {
        state.register_udf(function)?;
    }
    Ok(state)
}

async fn schedule(args: SchedulerArgs) -> anyhow::Result<()> {
    let config = SchedulerConfig {
        bind_host: args.bind.to_string(),
        bind_port: args.port,
        external_host: args.host,
        executor_timeout_seconds: args.executor_timeout,
        no_executors_grace_period_seconds: args.executor_timeout,
        override_session_builder: Some(Arc::new(session_state)),
        ..SchedulerConfig::default()
    };
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let address = SocketAddr::new(args.bind, args.port);
    eprintln!("scheduler: listening on {address}");
    let served = start_server(cluster, address, Arc::new(config)).await;
    served.with_context(|| address.to_string())
}

async fn execute(args: ExecutorArgs) -> anyhow::Result<()> {
    let mut registry = BallistaFunctionRegistry::default();
    for function in functions() {
        registry
            .scalar_functions
            .insert(function.name().to_owned(), function);
    }
    let default = ExecutorProcessConfig::default();
    let folder = args.folder.map(|folder| folder.display().to_string());
    let config = ExecutorProcessConfig {
        bind_host: args.bind.to_string(),
        external_host: args.host,
        port: args.port,
        grpc_port: args.task_port,
        scheduler_host: args.scheduler,
        scheduler_port: args.scheduler_port,
        scheduler_connect_timeout_seconds: 30,
        vcores: args.threads.unwrap_or(default.vcores),
        memory_pool_size: args.memory.map(|memory| memory << 20),
        work_dir: folder,
        executor_heartbeat_interval_seconds: args.heartbeat,
        override_function_registry: Some(Arc::new(registry)),
        ..default
    };
    eprintln!(
        "executor: {} tasks of {}:{}",
        config.vcores, config.scheduler_host, config.scheduler_port
    );
    start_executor_process(Arc::new(config)).await?;
    Ok(())
}

async fn query(args: ClientArgs) -> anyhow::Result<()> {
    let config = SessionConfig::new().with_target_partitions(args.parts.max(1));
    let state = default_session_builder(config)?;
    let url = format!("df://{}", args.scheduler);
    let session = SessionContext::remote_with_state(&url, state).await?;
    let session = session.enable_url_table();
    // The way to a remote session drops the functions of the state.
    setwise_datafusion::register(&session);
    setwise_sql::run(&args.query, &session).await
}
