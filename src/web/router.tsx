import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { pagesPath } from './data/address.ts'
import { loadPart } from './data/load-part.ts'
import { loadTexts } from './i18n.ts'
import { FailurePage } from './pages/failure-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { UnknownPage } from './pages/unknown-page.tsx'
import { Shell } from './parts/shell.tsx'

type Context = { readonly client: QueryClient }

const root = createRootRouteWithContext<Context>()({
  component: Shell,
  notFoundComponent: UnknownPage,
})
const parent = () => root

function page<T extends Record<string, ComponentType>, Name extends keyof T>(
  load: () => Promise<T>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPart(load), name)
}

function pageWithTexts<T extends Record<string, ComponentType>, Name extends keyof T>(
  texts: Parameters<typeof loadTexts>[0],
  load: () => Promise<T>,
  name: Name,
) {
  return page(async () => {
    const [part] = await Promise.all([load(), loadTexts(texts)])
    return part
  }, name)
}

const routes = [
  createRoute({ getParentRoute: parent, path: '/', component: HomePage }),
  createRoute({
    getParentRoute: parent,
    path: '/start',
    component: page(() => import('./pages/start/start-page.tsx'), 'StartPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/sources',
    component: page(() => import('./pages/sources/sources-page.tsx'), 'SourcesPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/catalogs',
    component: page(() => import('./pages/catalogs/catalogs-page.tsx'), 'CatalogsPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/rules',
    component: pageWithTexts('rules', () => import('./pages/rules/rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/search',
    component: page(() => import('./pages/search/search-page.tsx'), 'SearchPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/media-server',
    component: page(() => import('./pages/media-server/media-server-page.tsx'), 'MediaServerPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/install',
    component: page(() => import('./pages/install/install-page.tsx'), 'InstallPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/dashboard',
    component: page(() => import('./pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/year',
    component: page(() => import('./pages/year/year-page.tsx'), 'YearPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/account',
    component: page(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/explore',
    component: page(() => import('./pages/explore/explore-page.tsx'), 'ExplorePage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/operator',
    component: pageWithTexts(
      'operator',
      () => import('./pages/operator/operator-page.tsx'),
      'OperatorPage',
    ),
  }),
]

export function createPages(client: QueryClient) {
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: pagesPath,
    context: { client },
    defaultErrorComponent: FailurePage,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>
  }
  interface HistoryState {
    startsAnew?: boolean
  }
}
