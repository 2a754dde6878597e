import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../src/web/', import.meta.url))

/** Names that are the same in every language. */
const names = new Set([
  'Amazon Appstore',
  'Android TV, Google TV',
  'App Store',
  'Apple TV',
  'Dual Audio',
  'Fire TV',
  'Google Play',
  'GraphQL',
  'GraphiQL',
  'Jellyfin Desktop',
  'MySQL',
  'Night of the Living Dead (1968)',
  'OpenAPI (/api/v1)',
  'OpenAPI (/rest)',
  'Quick Connect',
  'REST',
  'Roku Channel Store',
  'SECRET_KEY',
  'Stremio',
  'Windows, macOS, Linux',
  'secret.key…',
  // The names under which the pages sign in as devices.
  'Configuration pages',
  'Web client',
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
/** Queries, and what builds the pages. */
const notShown = new Set(['documents.ts', 'used-styles.ts', 'vite.config.ts'])
/** What is typed as it stands. */
const isTyped = (text: string) => /:\/\/|[{=&]|npm run|^tt\d/.test(text)

type Node = { readonly type: string; readonly [key: string]: unknown }

/** Two words of which the first is written as sentences and labels begin. */
const isSentence = (text: string) => /^\p{Lu}\p{Ll}+[ ,][^=]*\p{L}{2}/u.test(text.trim())

function literalsOf(code: string): string[] {
  const found: string[] = []
  const constants = new Map<unknown, unknown>()
  const see = (text: unknown) => {
    const words = String(text).trim()
    if (/\p{L}{2}/u.test(words) && !names.has(words) && !isTyped(words)) found.push(words)
  }
  function walk(value: unknown, parent: string): void {
    if (Array.isArray(value)) for (const one of value) walk(one, parent)
    else if (isNode(value) && !isMessage(value)) {
      for (const literal of literalsAt(value, parent, constants)) see(literal)
      if (parent !== 'TaggedTemplateExpression') {
        for (const text of writtenIn(value)) if (isSentence(text)) see(text)
      }
      for (const one of Object.values(value)) walk(one, value.type)
    }
  }
  const { body } = parseSync(code, { syntax: 'typescript', tsx: true })
  for (const { declarations = [] } of body as { declarations?: Declaration[] }[]) {
    for (const { id, init } of declarations) {
      if (init?.type === 'StringLiteral') constants.set(id['value'], init['value'])
    }
  }
  walk(body, '')
  return [...new Set(found)]
}

type Declaration = { readonly id: Node; readonly init: Node | null }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/** Its parts are translated as one. */
function isMessage({ type, opening, callee }: Node): boolean {
  if (type === 'CallExpression') return (callee as Node)['value'] === 'plural'
  if (type !== 'JSXElement') return false
  return ['Plural', 'Trans'].includes(String(((opening as Node)['name'] as Node)['value']))
}

type Constants = ReadonlyMap<unknown, unknown>

function literalsAt(node: Node, parent: string, constants: Constants): unknown[] {
  if (node.type === 'JSXText') return [node['value']]
  const inElement = parent === 'JSXElement' || parent === 'JSXFragment'
  if (node.type === 'JSXExpressionContainer' && inElement) return textsOf(node, constants)
  const isShown = node.type === 'JSXAttribute' && shown.has(String((node['name'] as Node)['value']))
  return isShown ? textsOf(node['value'], constants) : []
}

/** Parts of expressions whose value may be what is shown. */
const results: Readonly<Record<string, readonly string[]>> = {
  JSXExpressionContainer: ['expression'],
  ParenthesisExpression: ['expression'],
  ConditionalExpression: ['consequent', 'alternate'],
  BinaryExpression: ['left', 'right'],
}

/** What a literal says; whatever is put into it counts as one sign. */
function writtenIn(node: Node): string[] {
  if (node.type === 'StringLiteral') return [String(node['value'])]
  if (node.type !== 'TemplateLiteral') return []
  return [(node['quasis'] as { cooked: string }[]).map(({ cooked }) => cooked).join('…')]
}

function textsOf(node: unknown, constants: Constants): unknown[] {
  if (!isNode(node)) return []
  const written = writtenIn(node)
  if (written.length > 0) return written
  if (node.type === 'Identifier') return [constants.get(node['value']) ?? []].flat()
  const { operator } = node
  const isCompared = typeof operator === 'string' && /^[!=<>]/.test(operator)
  const parts = isCompared ? [] : (results[node.type] ?? [])
  return parts.flatMap((part) => textsOf(node[part], constants))
}

describe('what people read on the pages', () => {
  it('is never written without a macro, which has it translated', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !notShown.has(file))
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

  it.each([
    ["<p>{isNew && 'new one'}</p>", ['new one']],
    ["<p title={isNew ? 'new one' : undefined}>{name ?? 'no name'}</p>", ['new one', 'no name']],
    ["const label = 'a label'; const Part = () => <Field label={label} />", ['a label']],
    ['<p title={`${count} new ones`}>{`none of ${name}`}</p>', ['… new ones', 'none of …']],
    ['const text = `Nothing of ${name}`', ['Nothing of …']],
    ['const text = t`Nothing of ${name}`', []],
    ["throw new Failure('OFFLINE', 'The service is away.')", ['The service is away.']],
    ["<p className={isNew ? 'new one' : 'old one'}>{state === 'is ended' && t`Ended`}</p>", []],
  ])('would be found in %s', (code, texts) => {
    expect(literalsOf(code)).toEqual(texts)
  })
})
