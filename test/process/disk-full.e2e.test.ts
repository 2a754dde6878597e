import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { failure } from '../support/service.ts'
import { leaveOut } from '../support/missing-service.ts'
import { startServiceProcess, temporaryFolder } from '../support/service-process.ts'

/** A disk of its own of this size; null where this user cannot make one. */
function mountDisk(size: string): string | null {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

const DISK = process.platform === 'linux' && process.getuid?.() === 0
if (!DISK) leaveOut('Only root on Linux can mount a small disk: the test of a full one is skipped')

/** Takes all room that is left. */
function fill(folder: string): string {
  const file = join(folder, 'filler')
  const chunk = Buffer.alloc(64 * 1024, 1)
  for (;;) {
    try {
      writeFileSync(file, chunk, { flag: 'a' })
    } catch {
      return file
    }
  }
}

describe.skipIf(!DISK)('a full disk', () => {
  it('is what /readyz says and what a change answers, until there is room again', async () => {
    const disk = mountDisk('24m')!
    expect(disk).not.toBeNull()
    const { request, createUser, lines } = await startServiceProcess({ DATA_DIR: disk })
    const auth = await createUser({ name: 'before' })
    expect((await request('/readyz')).status).toBe(200)
    const filler = fill(disk)
    expect(statfsSync(disk).bfree).toBe(0)

    const config = { name: 'after', notes: randomBytes(450_000).toString('hex') }
    const put = () => request('/api/v1/user', { method: 'PUT', auth, json: { config } })
    const answers = [await put(), await put()]
    for (const { status, headers, body } of answers) {
      expect({ status, body }).toEqual({
        status: 503,
        body: failure('SERVICE_UNAVAILABLE', expect.stringMatching(/out of disk space/)),
      })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const created = await request('/api/v1/user', {
      method: 'POST',
      json: { config, password: 'correct horse' },
    })
    expect(created.status).toBe(503)
    const { status, body } = await request('/readyz')
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        problems: ['the disk of the database is full; make room on it'],
        anime: 'missing',
      },
    })
    // What needs no room goes on.
    expect((await request('/healthz')).status).toBe(200)
    expect((await request('/api/v1/user', { auth })).body.data.userData).toEqual({ name: 'before' })
    expect(lines.filter((line) => line.includes('unexpected failure'))).toEqual([])

    rmSync(filler)
    expect((await request('/readyz')).body).toMatchObject({ status: 'ready', problems: [] })
    expect((await put()).status).toBe(200)
    expect(readdirSync(disk)).toContain('service.db')
    expect(statSync(join(disk, 'service.db')).size).toBeGreaterThan(0)
  })
})
