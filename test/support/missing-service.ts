/** Says which tests are left out because something is not there. Where REQUIRE_SERVICES is set, that is a failure. */
export function leaveOut(reason: string): void {
  if (process.env['REQUIRE_SERVICES']) throw new Error(reason)
  console.warn(reason)
}
