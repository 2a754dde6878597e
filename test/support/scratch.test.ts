import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRoomy, removeLeftovers, scratchFolder, setup, teardown } from './scratch.ts'

const enough = 4 * 1024 ** 3
/** Above what any system numbers processes with. */
const gone = 2 ** 31 - 1

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scratch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function fill(base: string, name: string): void {
  mkdirSync(join(base, name, 'service-a'), { recursive: true })
  writeFileSync(join(base, name, 'service-a', 'service.db'), 'left')
}

describe('The folder for databases of tests', () => {
  it('is one of this run', () => {
    expect(basename(scratchFolder)).toMatch(
      new RegExp(`^service-tests-\\d+-${process.env['TEST_RUN']}$`),
    )
    expect(existsSync(scratchFolder)).toBe(true)
  })

  it('is gone after the tests, with what they left', () => {
    vi.stubEnv('TEST_SCRATCH', undefined)
    setup()
    const folder = process.env['TEST_SCRATCH']!
    expect(folder).not.toBe(scratchFolder)
    fill(folder, 'service-b')
    teardown()
    expect(existsSync(folder)).toBe(false)
    expect(existsSync(scratchFolder)).toBe(true)
  })

  it('lies in memory only where there is room', () => {
    const folder = emptyFolder()
    expect(isRoomy(folder, enough, 1)).toBe(true)
    expect(isRoomy(folder, enough, Number.MAX_SAFE_INTEGER)).toBe(false)
    expect(isRoomy(folder, enough - 1, 1)).toBe(false)
    expect(isRoomy(join(folder, 'none'), enough, 1)).toBe(false)
  })

  it('lies in memory only where tests may write', () => {
    const folder = emptyFolder()
    chmodSync(folder, 0o500)
    const isRoot = process.getuid?.() === 0
    expect(isRoomy(folder, enough, 1)).toBe(isRoot)
  })
})

describe('At the start of a run', () => {
  it('folders of runs that were killed are removed, and no others', () => {
    const base = emptyFolder()
    const running = [`service-tests-${process.pid}-0a1b2c3d`, `service-tests-${process.ppid}-0a1b`]
    const others = ['service-tests-of-mine', `service-${gone}`, 'another']
    for (const name of [...running, ...others, `service-tests-${gone}-0a1b2c3d`]) fill(base, name)
    removeLeftovers(base)
    expect(readdirSync(base).toSorted()).toEqual([...running, ...others].toSorted())
  })

  it('a process of another user counts as running', () => {
    const base = emptyFolder()
    fill(base, 'service-tests-1-0a1b2c3d')
    vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
    })
    removeLeftovers(base)
    expect(readdirSync(base)).toEqual(['service-tests-1-0a1b2c3d'])
  })

  it('nothing is removed where there is no such folder', () => {
    expect(() => removeLeftovers(join(emptyFolder(), 'none'))).not.toThrow()
  })
})
