import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../src/web/', import.meta.url))

/** Names that are the same in every language. */
const names = new Set([
  'GraphQL',
  'GraphiQL',
  'OpenAPI (/api/v1)',
  'OpenAPI (/rest)',
  'Quick Connect',
  'REST',
  'Stremio',
])
/** Attributes that people see or hear. */
const shown = new Set([
  'alt',
  'aria-label',
  'consequence',
  'description',
  'error',
  'hint',
  'label',
  'name',
  'placeholder',
  'question',
  'title',
])
/** What is typed as it stands. */
const isTyped = (text: string) => /:\/\/|[{=&]|npm run/.test(text)

type Node = { readonly type: string; readonly [key: string]: unknown }

function literalsOf(code: string): string[] {
  const found: string[] = []
  const see = (text: unknown) => {
    const words = String(text).trim()
    if (/\p{L}{2}/u.test(words) && !names.has(words) && !isTyped(words)) found.push(words)
  }
  function walk(value: unknown, parent: string): void {
    if (Array.isArray(value)) for (const one of value) walk(one, parent)
    else if (isNode(value) && !isMessage(value)) {
      const literal = literalOf(value, parent)
      if (literal !== null) see(literal)
      for (const one of Object.values(value)) walk(one, value.type)
    }
  }
  walk(parseSync(code, { syntax: 'typescript', tsx: true }).body, '')
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/** Its children are translated as one. */
function isMessage({ type, opening }: Node): boolean {
  return type === 'JSXElement' && ((opening as Node)['name'] as Node)['value'] === 'Trans'
}

function literalOf(node: Node, parent: string): unknown {
  if (node.type === 'JSXText') return node['value']
  if (node.type === 'JSXExpressionContainer' && parent === 'JSXElement') return textOf(node)
  const isShown = node.type === 'JSXAttribute' && shown.has(String((node['name'] as Node)['value']))
  return isShown ? textOf(node['value'] as Node | null) : null
}

function textOf(node: Node | null): unknown {
  const inner = (node?.type === 'JSXExpressionContainer' ? node['expression'] : node) as Node | null
  return inner?.type === 'StringLiteral' ? inner['value'] : null
}

describe('what people read on the pages', () => {
  it('is never written without a macro, which has it translated', () => {
    const files = globSync('**/*.tsx', { cwd: folder })
    const literals = files.flatMap((file) =>
      literalsOf(readFileSync(`${folder}${file}`, 'utf8')).map((text) => `${file}: ${text}`),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(literals).toEqual([])
  })

  it('would be found as text, in braces and in attributes', () => {
    const code = '<p title="One two">Three {"four five"} <Trans>six</Trans> {t`seven`}</p>'
    expect(literalsOf(code)).toEqual(['One two', 'Three', 'four five'])
  })
})
