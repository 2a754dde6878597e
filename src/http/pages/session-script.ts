/**
 * Runs in the pages that try operations: the CSRF token of the browser's session, or null. Asked for anew each time, since
 * the session may end or change in another window. `root`, of the page, is the address of the service.
 */
export const sessionScript = `const askSession = self.fetch.bind(self)
async function csrfTokenOf() {
  try {
    const answer = await askSession(new URL('session', root))
    const { data } = await answer.json()
    return data?.csrfToken ?? null
  } catch {
    return null
  }
}
`
