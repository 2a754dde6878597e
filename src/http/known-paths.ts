import findMyWay from 'find-my-way'
import type { HTTPMethod } from 'find-my-way'

export type KnownPath = { readonly method: string; readonly path: string }

/** Paths of one part of the service, with their parameters as `:name`. */
export type PathTable = {
  readonly paths: readonly KnownPath[]
  /** Methods under which the path of this address is known, but for OPTIONS. */
  methodsOf(url: string): readonly string[]
}

export type KnownPaths = ReturnType<typeof createKnownPaths>

/** All paths of the service, so that OPTIONS, unknown paths and wrong methods are answered alike everywhere. */
export function createKnownPaths() {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 2_000 })
  const own: KnownPath[] = []
  const tables: PathTable[] = [
    {
      paths: own,
      methodsOf: (url) =>
        [...new Set(own.map(({ method }) => method))].filter(
          (method) => router.find(method as HTTPMethod, pathOf(url)) !== null,
        ),
    },
  ]

  return {
    add(method: string, path: string): void {
      own.push({ method, path })
      router.on(method as HTTPMethod, path, () => {})
    },

    addTable(table: PathTable): void {
      tables.push(table)
    },

    all: (): readonly KnownPath[] => tables.flatMap(({ paths }) => paths),

    /** What `Allow` says of a path; null where nothing is there. */
    allowed(url: string): string | null {
      const methods = new Set(tables.flatMap((table) => table.methodsOf(url)))
      if (methods.size === 0) return null
      if (methods.has('GET')) methods.add('HEAD')
      return [...inOrder.filter((method) => methods.has(method)), 'OPTIONS'].join(', ')
    },
  }
}

const inOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path
}
