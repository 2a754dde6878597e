import { useRouterState } from '@tanstack/react-router'
import { pagesPath } from '../data/address.ts'

/** The page's path, such as `/sources`; `/` for the first page. */
export function usePathname(): string {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const own = path.startsWith(pagesPath) ? path.slice(pagesPath.length) : path
  return own.replace(/\/$/, '') || '/'
}
