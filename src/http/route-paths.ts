import findMyWay from 'find-my-way'
import type { HTTPMethod } from 'find-my-way'

export type RoutePath = { readonly method: string; readonly path: string }

/** Paths of one part of the service, with parameters as `:name`. */
export type PathTable = {
  readonly paths: readonly RoutePath[]
  /** Without HEAD and OPTIONS. */
  methodsOf(url: string): readonly string[]
}

export type RoutePaths = ReturnType<typeof createRoutePaths>

const inOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const wildcard = '/*'

export const everyMethod = [...inOrder, 'OPTIONS'].join(', ')

/** All paths of the service, so that OPTIONS, unknown paths and wrong methods get the same answer everywhere. */
export function createRoutePaths() {
  const plain = createPlainTable()
  const tables: PathTable[] = [plain]
  const folders: RoutePath[] = []

  function allowed(url: string): string | null {
    return inWords(tables.flatMap((table) => table.methodsOf(url)))
  }

  return {
    add(method: string, path: string): void {
      if (path.endsWith(wildcard)) folders.push({ method, path: path.slice(0, -1) })
      else plain.add(method, path)
    },

    addTable(table: PathTable): void {
      tables.push(table)
    },

    all: (): readonly RoutePath[] => tables.flatMap(({ paths }) => paths),

    /** The value of `Allow`; null for an unknown path. */
    allowed,

    /** The same for OPTIONS, which is allowed on any path of such a folder. */
    options(url: string): string | null {
      const around = folders.filter(({ path }) => url.startsWith(path))
      return allowed(url) ?? inWords(around.map(({ method }) => method))
    },
  }
}

function createPlainTable() {
  const paths: RoutePath[] = []
  let router: ReturnType<typeof routerOf> | null = null
  return {
    paths,
    add(method: string, path: string): void {
      paths.push({ method, path })
      router = null
    },
    methodsOf(url: string): readonly string[] {
      const [path = ''] = url.split('?', 1)
      const made = (router ??= routerOf(paths))
      return inOrder.filter((method) => made.find(method as HTTPMethod, path) !== null)
    },
  }
}

function routerOf(paths: readonly RoutePath[]) {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 8_000 })
  for (const { method, path } of paths) router.on(method as HTTPMethod, path, () => {})
  return router
}

function inWords(known: readonly string[]): string | null {
  if (known.length === 0) return null
  const methods = new Set(known)
  if (methods.has('GET')) methods.add('HEAD')
  return [...inOrder.filter((method) => methods.has(method)), 'OPTIONS'].join(', ')
}
