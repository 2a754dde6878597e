import { useLingui } from '@lingui/react/macro'
import { Alert, AppShell, Burger, Button, Center, Group, Loader, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { online, session, signOut } from '../data/session.ts'
import { useStore } from '../data/store.ts'
import { rootPath } from '../data/address.ts'
import { useInstance } from '../data/configuration.ts'
import { SignInPage } from '../pages/sign-in-page.tsx'
import { Choices } from './choices.tsx'
import { Navigation } from './navigation.tsx'
import { usePathname } from './use-pathname.ts'

/** Pages that need nobody to be signed in. */
const openPages = new Set(['/', '/start'])

export function Shell() {
  const [opened, menu] = useDisclosure()
  const { state } = useStore(session)
  const isSignedIn = state === 'open'
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{
        width: 220,
        breakpoint: 'sm',
        collapsed: { mobile: !opened || !isSignedIn, desktop: !isSignedIn },
      }}
      padding="md"
    >
      <AppShell.Header>
        <Header isOpen={opened} toggle={menu.toggle} />
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <Navigation onNavigate={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main>
        <ConnectionNotice />
        <Suspense fallback={<Waiting />}>
          <Content />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  )
}

function Header({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) {
  const { t } = useLingui()
  const isSignedIn = useStore(session).state === 'open'
  const name = useInstance()?.name
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <Group gap="xs" wrap="nowrap" miw={0}>
        {isSignedIn && (
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={t`Menu`}
            aria-expanded={isOpen}
          />
        )}
        <img src={`${rootPath}/logo.svg`} alt="" width={32} height={32} />
        <Text fw={600} truncate component={Link} to="/" c="inherit" td="none">
          {name ?? ' '}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Choices />
        {isSignedIn && (
          <Button variant="default" size="xs" onClick={() => void signOut()}>
            {t`Sign out`}
          </Button>
        )}
      </Group>
    </Group>
  )
}

function Content() {
  const { state } = useStore(session)
  const path = usePathname()
  if (state === 'unknown') return <Waiting />
  if (state === 'open' || (state === 'none' && openPages.has(path))) return <Outlet />
  return <SignInPage hasEnded={state === 'ended'} />
}

function ConnectionNotice() {
  const { t } = useLingui()
  const isOnline = useStore(online)
  return (
    <div aria-live="polite">
      {!isOnline && (
        <Alert color="orange" mb="md" title={t`The service does not answer`}>
          {t`Trying again; nothing that you see here is lost.`}
        </Alert>
      )}
    </div>
  )
}

function Waiting() {
  const { t } = useLingui()
  return (
    <Center mih="50vh">
      <Loader aria-label={t`Loading`} />
    </Center>
  )
}
