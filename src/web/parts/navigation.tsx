import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { usePathname } from './use-pathname.ts'

export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useLingui()
  const path = usePathname()
  const pages = [
    { to: '/dashboard', name: t`Dashboard` },
    { to: '/sources', name: t`Sources` },
    { to: '/catalogs', name: t`Catalogs` },
    { to: '/rules', name: t`Rules` },
    { to: '/search', name: t`Try a search` },
    { to: '/media-server', name: t`Media server` },
    { to: '/install', name: t`Install` },
    { to: '/account', name: t`Configuration` },
    { to: '/explore', name: t`Explore` },
    { to: '/start', name: t`Set up` },
  ] as const
  return (
    <nav aria-label={t`Pages`}>
      {pages.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          className="mantine-focus-auto"
          aria-current={path === to ? 'page' : undefined}
          onClick={onNavigate}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
