import { lazy } from 'react'
import { loadPart } from '../data/load-part.ts'
import { whenIdle } from './when-idle.ts'

// Not among what every page loads first.

const loadSignInPage = () => loadPart(() => import('../pages/sign-in-page.tsx'))
const loadLeaving = () => loadPart(() => import('./leaving.tsx'))
const loadConfirmButton = () => loadPart(() => import('./confirm-button.tsx'))

export const SignInPage = lazy(async () => ({ default: (await loadSignInPage()).SignInPage }))
export const Leaving = lazy(async () => ({ default: (await loadLeaving()).Leaving }))
export const ConfirmButton = lazy(async () => ({
  default: (await loadConfirmButton()).ConfirmButton,
}))

/** Drafts need them when the service may be away or another version. One at a time: a click waits for none of them. */
export async function loadDraftParts(): Promise<void> {
  for (const load of [loadSignInPage, loadConfirmButton, loadLeaving]) {
    await load().catch(() => undefined)
    await new Promise<void>((resolve) => whenIdle(resolve))
  }
}
