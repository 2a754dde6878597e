import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageSources } from './support/page-sources.ts'

const root = new URL('../', import.meta.url)
const stages = readFileSync(new URL('Dockerfile', root), 'utf8')
  .split(/^FROM /m)
  .slice(1)

/** What a stage copies from the build context: each source with the place it gets, seen from the folder it works in. */
function copiesOf(stage: string) {
  return [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths]) => {
    const words = paths!.split(/\s+/)
    const target = words.pop()!
    return words.map((source) => {
      const isInside = target.endsWith('/') && !statSync(new URL(source, root)).isDirectory()
      return { source, target: normalize(isInside ? join(target, basename(source)) : target) }
    })
  })
}

describe('the image', () => {
  it('is built from what is there', () => {
    const sources = stages.flatMap(copiesOf).map(({ source }) => source)
    expect(sources.length).toBeGreaterThan(5)
    expect(sources.filter((source) => !existsSync(new URL(source, root)))).toEqual([])
  })

  it('has neither tests nor commands for developers', () => {
    const places = copiesOf(stages.at(-1)!).map(({ source }) => source)
    expect(places).toContain('src')
    expect(places.filter((place) => /^(?:test|scripts)\b/.test(place))).toEqual([])
  })

  it('compiles with the script of an installation, and does not keep the script', () => {
    const [, source, target, command] =
      /--mount=type=bind,source=(\S+),target=(\S+) \\\s+node (\S+)/.exec(stages.at(-1)!) ?? []
    expect(source).toBe('scripts/fill-compile-cache.js')
    expect(existsSync(new URL(source!, root))).toBe(true)
    expect(target).toBe(`/app/${command}`)
  })

  it('has every file that its pages are built from, where they import it', () => {
    const stage = stages.find((text) => text.includes('RUN node scripts/build-pages.js'))!
    const copies = copiesOf(stage)
    const isCopied = (path: string): boolean =>
      copies.some(
        ({ source, target }) =>
          source === target && (path === source || path.startsWith(`${source}/`)),
      )
    const needed = pageSources()
    expect(needed).toContain('src/model/vocabulary.ts')
    expect(needed.filter((path) => !isCopied(path))).toEqual([])
  })
})
