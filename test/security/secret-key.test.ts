import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { loadSecretKey } from '../../src/security/secret-key.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secret-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const options = { isDatabaseUsed: async () => false, warn: () => {} }

it('is the same for processes that start at once in an empty folder', async () => {
  const folder = emptyFolder()
  const keys = await Promise.all(Array.from({ length: 4 }, () => loadSecretKey(folder, options)))
  const kept = readFileSync(join(folder, 'secret.key'), 'utf8').trim()
  expect(new Set(keys.map((key) => key.toString('hex')))).toEqual(new Set([kept]))
})

it('is awaited where another process has made the file and not yet written it', async () => {
  const folder = emptyFolder()
  const file = join(folder, 'secret.key')
  writeFileSync(file, '', { mode: 0o600 })
  const loading = loadSecretKey(folder, options)
  const key = randomBytes(32)
  writeFileSync(file, `${key.toString('hex')}\n`)
  expect(await loading).toEqual(key)
})
