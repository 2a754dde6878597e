import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { ConfigError, readConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { describeStartFailure } from '../start-failure.ts'
import { closeDatabase, openDatabase } from '../storage/database.ts'
import { requireServerVersion } from '../storage/server-version.ts'

type Database = ReturnType<typeof openDatabase>

/** On failure prints one line and exits with 1. */
export async function runCommand(work: (config: Config) => Promise<void> | void): Promise<void> {
  let config: Config | null = null
  try {
    config = readConfig(process.env)
    await work(config)
  } catch (error) {
    console.error(describeStartFailure(error, config) ?? error)
    process.exitCode = 1
  }
}

/** Parses the command line; an unknown option ends the command with the list of valid ones. */
export function readOptions<T extends NonNullable<ParseArgsConfig['options']>>(options: T) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const known = Object.entries(options).map(([name, { type }]) =>
      type === 'string' ? `--${name} VALUE` : `--${name}`,
    )
    throw new ConfigError(`${error.message}; this command takes ${known.join(', ')}`)
  }
}

export function readFileName(): string | null {
  const [name = null, ...others] = process.argv.slice(2)
  if (others.length === 0 && !name?.startsWith('-')) return name
  throw new ConfigError('This command takes the name of one file and no options')
}

export async function withDatabase(
  { storage }: Config,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const db = openDatabase(storage)
  try {
    await requireServerVersion(db)
    await work(db)
  } finally {
    await closeDatabase(db)
  }
}
