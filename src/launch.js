// @ts-check
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import {
  heapFlags,
  memoryCeiling,
  readMachine,
  readMaxMemory,
  readWorkers,
} from './config/memory.js'

const beside = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/** Wrong settings are refused later, by the one who reads all of them. */
function flagsOfEnvironment() {
  const { MAX_MEMORY = '', WORKERS = '', NODE_OPTIONS = '' } = process.env
  const given = [...process.execArgv, NODE_OPTIONS].join(' ')
  if (/--max[-_](old[-_]space|heap)[-_]size/.test(given)) return []
  const processes = readWorkers(WORKERS.trim()) ?? 1
  return heapFlags(readMaxMemory(MAX_MEMORY.trim()) ?? memoryCeiling(readMachine(), processes))
}

/** Beside the code, where it can be written or an image has brought it along; null for the system's temporary folder. */
function compileCacheFolder() {
  try {
    mkdirSync(beside, { recursive: true })
    accessSync(beside, constants.W_OK)
    return beside
  } catch {
    return isFilled(beside) ? beside : null
  }
}

/** @param {string} folder */
function isFilled(folder) {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
}

/** Makes glibc give back what large answers took, instead of keeping it for each thread. */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '262144',
  MALLOC_MMAP_THRESHOLD_: '524288',
}

/** Half of them look up names: a few that nobody answers for do not hold up the others. */
const threads = { UV_THREADPOOL_SIZE: '16' }

/**
 * Runs a command of src/cli in this process, or, without one, the service.
 * @param {string | undefined} command
 */
export async function launch(command) {
  // Keeps compiled code between starts. JavaScript, for where everything is found there, nothing has to be translated
  // any more and the translator, of 20 MB, is not loaded.
  const folder = process.env.NODE_COMPILE_CACHE ?? compileCacheFolder()
  if (command !== undefined) {
    enableCompileCache(folder ?? undefined)
    // The command finds its own parameters where it would find them by itself.
    process.argv.splice(2, 1)
    await import(`./cli/${command.replace(':', '-')}.ts`)
  } else if (process.execve && !process.channel) {
    // With a channel somebody watches this very process, as `node --watch` does.
    launchService(folder)
  } else {
    enableCompileCache(folder ?? undefined)
    await import('./main.ts')
  }
}

/**
 * The size of the heap is settled when a process starts: this one starts anew, as itself, with flags and folder set.
 * @param {string | null} folder
 */
function launchService(folder) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const hooks = `--import=${new URL('own-imports.js', import.meta.url).href}`
  const kept = process.execArgv.filter((flag) => !flag.startsWith('--env-file'))
  const parameters = [...kept, ...flagsOfEnvironment(), hooks, main, ...process.argv.slice(2)]
  /** @type {NodeJS.ProcessEnv} */
  const environment = { ...allocator, ...threads, ...process.env }
  if (folder !== null) environment.NODE_COMPILE_CACHE = folder
  process.execve?.(process.execPath, [process.execPath, ...parameters], environment)
}
