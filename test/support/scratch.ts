import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
/** The process that made it tells whether its run is over. */
const ownName = `service-tests-${process.pid}-${process.env['TEST_RUN']}`
const roomNeeded = 1024 ** 3
/** What lies in memory is taken from what workers, browsers and services of the run need beside it. */
const memoryNeeded = 4 * 1024 ** 3

/** Where databases of tests lie, as `setup` chose it for the run. */
export const scratchFolder = process.env['TEST_SCRATCH'] ?? tmpdir()

/** Before all tests: a folder for this run, in memory where there is room, since short tests would mostly wait for the disk. */
export function setup(): void {
  // First, since leftovers take the room that is looked for.
  for (const base of [inMemory, tmpdir()]) removeLeftovers(base)
  const folder = join(isRoomy(inMemory) ? inMemory : tmpdir(), ownName)
  mkdirSync(folder, { recursive: true })
  process.env['TEST_SCRATCH'] = folder
}

/** After all tests: also what tests forgot. */
export function teardown(): void {
  for (const base of [inMemory, tmpdir()]) remove(join(base, ownName))
}

/** Removes the folders of runs that were killed. */
export function removeLeftovers(base: string): void {
  for (const name of namesIn(base)) {
    const [, pid] = /^service-tests-(\d+)-/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    try {
      remove(join(base, name))
    } catch {
      // Another user's, or a run that starts now removes it, too.
    }
  }
}

/** Whether tests may write there, and neither it nor the machine's memory is nearly full. */
export function isRoomy(
  folder: string,
  available = process.availableMemory(),
  needed = roomNeeded,
): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= needed && available >= memoryNeeded
  } catch {
    return false
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user may not be asked, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
