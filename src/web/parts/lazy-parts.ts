import { lazy } from 'react'
import { loadPart } from '../data/load-part.ts'
import { whenIdle } from './when-idle.ts'

// Not among what every page loads first.

const loadSignInPage = () => loadPart(() => import('../pages/sign-in-page.tsx'))
const loadLeavingQuestion = () => loadPart(() => import('./leaving-question.tsx'))

export const SignInPage = lazy(async () => ({ default: (await loadSignInPage()).SignInPage }))
export const LeavingQuestion = lazy(async () => ({
  default: (await loadLeavingQuestion()).LeavingQuestion,
}))

/** Drafts need them when the service may be away or another version. One at a time: a click waits for none of them. */
export async function loadDraftParts(): Promise<void> {
  for (const load of [loadSignInPage, loadLeavingQuestion]) {
    await load().catch(() => undefined)
    await new Promise<void>((resolve) => whenIdle(resolve))
  }
}
