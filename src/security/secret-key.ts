import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const pattern = /^[0-9a-f]{64}$/

/** The key kept in the data folder, made at the first start. Several processes may start at once: the first file written stays. */
export function loadSecretKey(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const text = readFileSync(file, 'utf8').trim()
  if (!pattern.test(text)) {
    throw new Error(`${file} does not hold 64 hexadecimal digits; restore it from a backup`)
  }
  return Buffer.from(text, 'hex')
}
