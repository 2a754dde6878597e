/** Says which tests are left out because something is not there. Where REQUIRE_SERVICES is set, that is a failure. */
export function leaveOut(reason: string): void {
  tell(reason, process.env['REQUIRE_SERVICES'])
}

/** The same for data that is too large to lie in the repository: a failure where REQUIRE_DATA is set. */
export function leaveOutData(reason: string): void {
  tell(reason, process.env['REQUIRE_DATA'])
}

function tell(reason: string, isRequired: string | undefined): void {
  if (isRequired) throw new Error(reason)
  console.warn(reason)
}
