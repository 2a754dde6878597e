import { useRouterState } from '@tanstack/react-router'
import { pagesPath } from '../data/address.ts'

/** Of the page, such as `/sources`; `/` for the first. */
export function usePathname(): string {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const own = path.startsWith(pagesPath) ? path.slice(pagesPath.length) : path
  return own.replace(/\/$/, '') || '/'
}
