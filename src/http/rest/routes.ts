import { animeRoutes } from './anime-routes.ts'
import type { Route } from './route.ts'
import { searchRoutes } from './search-routes.ts'
import { userRoutes } from './user-routes.ts'

/** Every path under `/api/v1`. HEAD of a path stands before its GET, which would otherwise answer it. */
export const restRoutes: readonly Route[] = [...userRoutes, ...searchRoutes, ...animeRoutes]
