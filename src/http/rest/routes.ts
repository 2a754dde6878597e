import { createAnimeRoutes } from './anime-routes.ts'
import type { Route } from './route.ts'
import { searchRoutes } from './search-routes.ts'
import { userRoutes } from './user-routes.ts'

/** A path's HEAD comes before its GET, which would answer it otherwise. */
export function createRestRoutes(memoryShare: number): readonly Route[] {
  return [...userRoutes, ...searchRoutes, ...createAnimeRoutes(memoryShare)]
}
