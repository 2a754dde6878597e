import findMyWay from 'find-my-way'
import type { HTTPMethod } from 'find-my-way'
import type { ServiceRoute } from './route.ts'

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

export type FoundRoute = {
  readonly route: ServiceRoute
  readonly params: Readonly<Record<string, string>>
}

export type Router = ReturnType<typeof createRouter>

/** Finds the routes of the standard by their paths, in any case. They are put in order for the first who asks. */
export function createRouter(routes: readonly ServiceRoute[]) {
  let router: ReturnType<typeof routerOf> | null = null

  function find(method: string, path: string): FoundRoute | null {
    router ??= routerOf(routes)
    const found = router.find((method === 'HEAD' ? 'GET' : method) as HTTPMethod, path)
    return (
      found && { route: found.store as ServiceRoute, params: found.params as FoundRoute['params'] }
    )
  }

  return {
    find,
    methodsOf: (path: string) => methods.filter((method) => find(method, path) !== null),
  }
}

function routerOf(routes: readonly ServiceRoute[]) {
  const router = findMyWay({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: 500,
  })
  for (const route of routes) router.on(route.method, route.path, () => {}, route)
  return router
}
