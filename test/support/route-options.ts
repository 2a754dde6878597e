/** What the routes of the media server are made with, where only their paths matter. */
export const routeOptions = {
  serverId: '',
  serverName: '',
  prefix: 'media',
  logoUrl: null,
  configureUrl: () => null,
  pinSignIn: false,
  fillers: false,
  version: { tag: 'v1.0.0', channel: 'stable', commit: null },
}
