import { animeRoutes } from './anime-routes.ts'
import type { Route } from './route.ts'
import { searchRoutes } from './search-routes.ts'
import { userRoutes } from './user-routes.ts'

/** A path's HEAD comes before its GET, which would answer it otherwise. */
export const restRoutes: readonly Route[] = [...userRoutes, ...searchRoutes, ...animeRoutes]
