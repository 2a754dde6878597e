import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { pagesPath } from './data/address.ts'
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

const routes = [
  createRoute({ getParentRoute: parent, path: '/', component: HomePage }),
  createRoute({
    getParentRoute: parent,
    path: '/start',
    component: lazyRouteComponent(() => import('./pages/start/start-page.tsx'), 'StartPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/sources',
    component: lazyRouteComponent(() => import('./pages/sources/sources-page.tsx'), 'SourcesPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/search',
    component: lazyRouteComponent(() => import('./pages/search/search-page.tsx'), 'SearchPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/install',
    component: lazyRouteComponent(() => import('./pages/install/install-page.tsx'), 'InstallPage'),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/dashboard',
    component: lazyRouteComponent(
      () => import('./pages/dashboard/dashboard-page.tsx'),
      'DashboardPage',
    ),
  }),
  createRoute({
    getParentRoute: parent,
    path: '/account',
    component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
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
}
