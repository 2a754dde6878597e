import '@mantine/core/styles.css'
import './style.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createTheme, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isTemporary } from './data/failure.ts'
import { online, resumeSession, session } from './data/session.ts'
import { activate, usualLanguage } from './i18n.ts'
import { createPages } from './router.tsx'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''
// Read by the library that keeps the page still behind a dialog.
Object.assign(globalThis, { __webpack_nonce__: nonce })

const theme = createTheme({
  primaryColor: 'indigo',
  // Lighter shades do not carry white text well enough.
  primaryShade: { light: 7, dark: 8 },
  fontFamily: 'system-ui, sans-serif',
  defaultRadius: 'md',
  autoContrast: true,
  respectReducedMotion: true,
})

const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (_count, error) => isTemporary(error),
      retryDelay: (count) => Math.min(1_000 * 2 ** count, 10_000),
      networkMode: 'always',
      staleTime: 5_000,
    },
    mutations: { networkMode: 'always' },
  },
})

const router = createPages(client)

// Nothing of one configuration may be seen in another.
let shown: string | null = null
session.subscribe(() => {
  const now = session.get()
  const uuid = now.state === 'open' ? now.uuid : null
  if (uuid !== null && shown !== null && uuid !== shown) client.clear()
  if (now.state === 'none') client.clear()
  shown = uuid ?? shown
})

async function resume(): Promise<void> {
  try {
    await resumeSession()
  } catch {
    online.set(false)
    setTimeout(() => void resume(), 2_000)
  }
}

await Promise.all([activate(usualLanguage()), resume()])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nProvider>
  </StrictMode>,
)
