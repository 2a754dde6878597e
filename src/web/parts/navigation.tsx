import { useLingui } from '@lingui/react/macro'
import { NavLink } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePathname } from './use-pathname.ts'

export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useLingui()
  const path = usePathname()
  const pages = [
    { to: '/dashboard', name: t`Dashboard` },
    { to: '/sources', name: t`Sources` },
    { to: '/search', name: t`Try a search` },
    { to: '/install', name: t`Install` },
    { to: '/account', name: t`Configuration` },
  ] as const
  return (
    <nav aria-label={t`Pages`}>
      {pages.map(({ to, name }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={name}
          active={path === to}
          aria-current={path === to ? 'page' : undefined}
          onClick={onNavigate}
        />
      ))}
    </nav>
  )
}
