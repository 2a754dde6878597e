import { lazy } from 'react'
import { loadPart } from '../data/load-part.ts'

// Not among what every page loads first.

const loadSignInPage = () => loadPart(() => import('../pages/sign-in-page.tsx'))
const loadLeaving = () => loadPart(() => import('./leaving.tsx'))
const loadConfirmButton = () => loadPart(() => import('./confirm-button.tsx'))

export const SignInPage = lazy(async () => ({ default: (await loadSignInPage()).SignInPage }))
export const Leaving = lazy(async () => ({ default: (await loadLeaving()).Leaving }))
export const ConfirmButton = lazy(async () => ({
  default: (await loadConfirmButton()).ConfirmButton,
}))

/** Drafts need them when the service may be away or another version. */
export function loadDraftParts(): void {
  for (const load of [loadSignInPage, loadConfirmButton, loadLeaving])
    void load().catch(() => undefined)
}
