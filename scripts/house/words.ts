import { parseSync } from '@swc/core'

type BannedWord = {
  /** Parts of a name, in lower case. */
  readonly words: readonly string[]
  readonly say: string
  /** Names that are the word of a standard or of a stored format. */
  readonly except?: readonly string[]
  /** Folders where an upstream's or a table's own word stays. */
  readonly folders?: readonly string[]
}

const bannedWords: readonly BannedWord[] = [
  { words: ['tell', 'tells', 'telling', 'told'], say: 'enqueueEvents, publish or yield' },
  {
    words: ['news', 'unsaid'],
    say: 'events, pendingStop',
    folders: ['src/storage/repositories/sessions.ts'],
  },
  {
    words: ['viewer', 'viewers'],
    say: 'historyOwner or historyId',
    folders: ['src/storage/', 'migrations/', 'src/trackers/anilist/'],
  },
  { words: ['stock', 'shelf', 'briefs'], say: 'LibraryDeps, Library, summaries' },
  {
    words: ['arrange', 'arranged', 'arranges', 'arranging', 'arrangement', 'arrangements'],
    say: 'sort, filter, preview',
  },
  { words: ['narrowing', 'narrowings'], say: 'filters' },
  { words: ['entrance', 'leaver'], say: 'admission, release' },
  { words: ['slicer', 'slices'], say: 'scheduler, chunks' },
  {
    words: ['turn', 'turns'],
    say: 'order, slot',
    // A turn of the event loop.
    except: ['nextTurn', 'longestTurnMs', 'turnBeganAt'],
  },
  { words: ['flights'], say: 'singleFlight' },
  {
    words: ['flight'],
    say: 'singleFlight',
    except: ['singleFlight', 'SingleFlight', 'createSingleFlight'],
  },
  { words: ['trouble', 'troubles', 'nods', 'nod'], say: 'databaseErrors, acknowledged' },
  {
    words: ['intake', 'natives', 'hurry', 'course'],
    say: 'pull, providers, retryNow, DeliveryState',
  },
  { words: ['pour', 'pours'], say: 'pipeBody' },
  { words: ['door', 'doors'], say: 'interface' },
  { words: ['effective'], say: 'what it is' },
]

/** Types with these prefixes need a meaning of their own, which a reader must look up. */
const prefixes = /^(?:Own|Known|Shared|Resolved|Effective|Arranged|Draft)[A-Z]/
/** The prefixes in use, each by one type. */
const prefixedTypes: ReadonlySet<string> = new Set(['SharedType'])

type Node = { readonly type: string; readonly [key: string]: unknown }

const typeDeclarations = new Set(['TsTypeAliasDeclaration', 'TsInterfaceDeclaration'])

/** The names of a file that the vocabulary replaces, each with what to say instead. */
export function wordProblems(path: string, source: string): string[] {
  const { names, types } = namesIn(source, path.endsWith('.tsx'))
  return [
    ...[...types]
      .filter((name) => prefixes.test(name) && !prefixedTypes.has(name))
      .map((name) => `${path}: the type ${name} has a prefix that says nothing; name what it is`),
    ...[...names].flatMap((name) => {
      const found = bannedWords.find((banned) => isBanned(banned, path, name))
      return found ? [`${path}: ${name} has a word that is not ours; say ${found.say}`] : []
    }),
  ]
}

function isBanned({ words, except = [], folders = [] }: BannedWord, path: string, name: string) {
  if (except.includes(name) || folders.some((folder) => path.startsWith(folder))) return false
  return partsOf(name).some((part) => words.includes(part))
}

function partsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/)
}

/** All but properties that are read of something: these may be a library's. */
function namesIn(source: string, tsx: boolean) {
  const names = new Set<string>()
  const types = new Set<string>()

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const part of value) visit(part)
      return
    }
    const node = value as Node
    if (node.type === 'Identifier') names.add(node['value'] as string)
    if (typeDeclarations.has(node.type)) types.add((node['id'] as { value: string }).value)
    for (const [key, part] of Object.entries(node)) {
      if (node.type === 'MemberExpression' && key === 'property') continue
      if (key !== 'span') visit(part)
    }
  }

  visit(parseSync(source, { syntax: 'typescript', tsx }).body)
  return { names, types }
}
