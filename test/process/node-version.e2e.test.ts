import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/service-process.ts'

const root = new URL('../../', import.meta.url)
const fromRoot = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const { engines, scripts, scarfSettings } = JSON.parse(fromRoot('package.json')) as {
  engines: { node: string }
  scripts: Record<string, string>
  scarfSettings: { enabled: boolean }
}

function run(node: string, args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(node, args, { cwd: fileURLToPath(root), env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < 24 || (major === 24 && minor < 3)
}

/** A program that loads first and lets this Node say it is another. */
function pretending(version: string): string {
  const file = join(temporaryFolder(), 'pretend.cjs')
  const versions = `{ ...process.versions, node: '${version}' }`
  writeFileSync(file, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
  return file
}

/** Nodes of this machine that the service cannot run on. */
function oldNodes(): string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .filter((node) => {
      try {
        const version = execFileSync(node, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
        return isOlder(String(version).slice(1))
      } catch {
        return false
      }
    })
}

const everyCommand = [
  'demo',
  'migrate',
  'backup',
  'restore',
  'history:recount',
  'activity:rebuild',
  'anime:refresh',
  'anime:conflicts',
]
const refusal =
  /^The service needs Node 24\.3 or newer, and this is Node \d+\.\d+\.\d+\. Install it from https:\/\/nodejs\.org, or run npm ci [^\n]+\n$/

describe('a Node that is too old', () => {
  it.each([[], ...everyCommand.map((command) => [command])])(
    'is told so in one line before anything else: start.js %s',
    async (...args) => {
      const parameters = ['-r', pretending('20.19.4'), 'src/start.js', ...args]
      const { code, out, err } = await run(process.execPath, parameters)
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(refusal)
    },
  )

  it.each([
    ['20.19.4', true],
    ['23.11.1', true],
    ['24.0.0', true],
    ['24.2.0', true],
    ['24.3.0', false],
    ['24.21.0', false],
    ['26.0.0', false],
  ])('is one that warns of types: %s', async (version, isOld) => {
    const parameters = ['-r', pretending(version), 'src/start.js', 'constructor']
    const { err } = await run(process.execPath, parameters)
    expect([refusal.test(err), err.startsWith('There is no command')]).toEqual([isOld, !isOld])
  })

  it.runIf(oldNodes().length > 0)('of this machine gets as far as that', async () => {
    for (const node of oldNodes()) {
      const flags = scripts['start']!.split(' ').filter((word) => word.startsWith('--'))
      for (const args of [[], ...everyCommand.map((command) => [command])]) {
        const { code, out, err } = await run(node, [...flags, 'src/start.js', ...args])
        expect({ code, out }).toEqual({ code: 1, out: '' })
        expect(err).toMatch(refusal)
      }
    }
  })

  it('is the same one everywhere', () => {
    expect(engines.node).toBe('>=24.3')
    expect(fromRoot('src/start.js')).toContain('var needed = [24, 3]\n')
    expect(fromRoot('.node-version').trim()).toBe('24')
    const images = [...fromRoot('Dockerfile').matchAll(/^FROM node:(\S+)/gm)].map(([, tag]) => tag)
    expect(images).toHaveLength(3)
    expect(new Set(images)).toEqual(new Set(['24-bookworm-slim']))
  })
})

describe('the scripts of an installation', () => {
  it('all begin with the file that every Node can read', () => {
    for (const name of ['start', 'dev', ...everyCommand]) {
      expect(scripts[name]).toMatch(/^node (--\S+ )*src\/start\.js/)
      expect(scripts[name]).not.toContain('--env-file')
    }
  })

  it('are refused in one line when there is no such command', async () => {
    const { code, err } = await run(process.execPath, ['src/start.js', 'constructor'])
    expect({ code, err }).toEqual({
      code: 1,
      err: `There is no command constructor; there are ${everyCommand.join(', ')}\n`,
    })
  })

  it('read the .env file of the folder they are started in; the environment itself wins', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, '.env'), 'PORT=nonsense\nLOG_LEVEL=nonsense\n')
    const start = fileURLToPath(new URL('src/start.js', root))
    const env = { LOG_LEVEL: 'info' }
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, [start], { cwd: folder, env }, (_error, _out, err) => resolve(err))
    })
    expect(said).toBe('PORT must be a whole number from 0 to 65535, for example PORT=3000\n')
  })

  it('send nothing to anybody who counts installations', () => {
    expect(scarfSettings).toEqual({ enabled: false })
  })
})
