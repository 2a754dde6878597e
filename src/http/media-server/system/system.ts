import type { AddressScope } from '../../../services/users/profiles.ts'
import { route } from '../transport/define-route.ts'
import type { MediaRequest, MediaRoute, MediaServerOptions } from '../transport/route.ts'

/** Of the standard that is spoken here; apps refuse older ones. */
export const standardVersion = '10.11.0'
const productName = 'Jellyfin Server'

/** What the service can do beyond the standard, each with its version. */
const features = {
  users: 1,
  history: 1,
  playedUpTo: 1,
  dropped: 1,
  refreshVersions: 1,
  versions: 1,
  configSignIn: 1,
} as const

/** What the server says of itself. */
export function systemRoutes(options: MediaServerOptions): readonly MediaRoute[] {
  const { serverId, serverName, logoUrl, configureUrl, services } = options

  function publicInfo({ address, scope }: MediaRequest) {
    const root = rootOf(address, scope, options.prefix)
    return {
      LocalAddress: address,
      ServerName: serverName,
      Version: standardVersion,
      ProductName: productName,
      OperatingSystem: '',
      Id: serverId,
      StartupWizardCompleted: true,
      service: {
        logo: logoUrl ?? `${root}/logo.svg`,
        configureUrl,
        pinSignIn: services.users.pinSignIn(scope),
        features,
      },
    }
  }

  async function info(request: MediaRequest) {
    const { service: _service, ...standard } = publicInfo(request)
    return {
      ...standard,
      OperatingSystemDisplayName: '',
      HasPendingRestart: false,
      IsShuttingDown: false,
      SupportsLibraryMonitor: false,
      WebSocketPortNumber: request.request.socket.localPort ?? 0,
      CompletedInstallations: [],
      CanSelfRestart: false,
      CanLaunchWebBrowser: false,
      CastReceiverApplications: [],
      HasUpdateAvailable: false,
      EncoderLocation: 'NotFound',
      SystemArchitecture: 'X64',
    }
  }

  const ping = async () => productName
  return [
    route('GET', '/System/Info/Public', 'anonymous', async (request) => publicInfo(request)),
    route('GET', '/System/Info', 'signedIn', info),
    route('GET', '/System/Ping', 'anonymous', ping),
    route('POST', '/System/Ping', 'anonymous', ping),
    route('GET', '/System/Endpoint', 'signedIn', async () => ({
      IsLocal: false,
      IsInNetwork: false,
    })),
    route('GET', '/GetUtcTime', 'anonymous', async () => {
      const now = new Date().toISOString()
      return { RequestReceptionTime: now, ResponseTransmissionTime: now }
    }),
    route('GET', '/Branding/Configuration', 'anonymous', async () => ({
      LoginDisclaimer: '',
      CustomCss: '',
      SplashscreenEnabled: false,
    })),
    route('GET', '/Branding/Css', 'anonymous', stylesheet),
    route('GET', '/Branding/Css.css', 'anonymous', stylesheet),
  ]
}

async function stylesheet({ reply }: MediaRequest) {
  return reply.type('text/css; charset=utf-8').send('')
}

/** The service's own address, without what names the media server or a configuration. */
function rootOf(address: string, scope: AddressScope | null, prefix: string): string {
  const { origin, pathname } = new URL(address)
  const own = pathname.split(`/${prefix}`)[0] ?? ''
  return scope || pathname !== '/' ? `${origin}${own.replace(/\/$/, '')}` : origin
}
