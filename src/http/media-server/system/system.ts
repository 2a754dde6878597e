import type { AddressScope } from '../../../model/address-scope.ts'
import { PersonalAddressDocument } from '../../documents/documents.ts'
import type { PersonalAddressQuery } from '../../documents/documents.ts'
import { documentRoute, fixedRoute } from '../transport/define-route.ts'
import type {
  DocumentRoute,
  FixedRoute,
  MediaRequest,
  MediaServerOptions,
} from '../transport/route.ts'

/** Version of the Jellyfin API; apps reject older ones. */
export const standardVersion = '10.11.0'
const productName = 'Jellyfin Server'

/** Extensions beyond the Jellyfin API with their versions. */
const features = {
  users: 1,
  history: 1,
  playedUpTo: 1,
  dropped: 1,
  refreshVersions: 1,
  versions: 1,
  configSignIn: 1,
  genreRequired: 1,
} as const

export function systemRoutes(options: MediaServerOptions): readonly (DocumentRoute | FixedRoute)[] {
  const { serverId, serverName, logoUrl, configureUrl, pinSignIn } = options

  function publicInfo({ address, scope }: MediaRequest, household: PersonalAddress) {
    const root = rootOf(address, scope, options.prefix)
    return {
      LocalAddress: address,
      ServerName: household?.name ?? serverName,
      Version: standardVersion,
      ProductName: productName,
      OperatingSystem: '',
      Id: serverId,
      StartupWizardCompleted: true,
      service: {
        logo: household?.logo ?? logoUrl ?? `${root}/logo.svg`,
        configureUrl: configureUrl(root),
        pinSignIn: scope !== null && pinSignIn,
        ...(household && { personal: true }),
        features: options.fillers ? { ...features, fillers: 1 } : features,
        version: options.version,
      },
    }
  }

  function info(request: MediaRequest, household: PersonalAddress) {
    const { service: _service, ...standard } = publicInfo(request, household)
    return {
      ...standard,
      OperatingSystemDisplayName: '',
      HasPendingRestart: false,
      IsShuttingDown: false,
      SupportsLibraryMonitor: false,
      WebSocketPortNumber: request.port,
      CompletedInstallations: [],
      CanSelfRestart: false,
      CanLaunchWebBrowser: false,
      CastReceiverApplications: [],
      HasUpdateAvailable: false,
      EncoderLocation: 'NotFound',
      SystemArchitecture: 'X64',
    }
  }

  const ping = () => productName
  return [
    infoRoute('/System/Info/Public', 'anonymous', publicInfo),
    infoRoute('/System/Info', 'signedIn', info),
    fixedRoute('GET', '/System/Ping', 'anonymous', ping),
    fixedRoute('POST', '/System/Ping', 'anonymous', ping),
    fixedRoute('GET', '/System/Endpoint', 'signedIn', () => ({
      IsLocal: false,
      IsInNetwork: false,
    })),
    fixedRoute('GET', '/GetUtcTime', 'anonymous', () => {
      const now = new Date().toISOString()
      return { RequestReceptionTime: now, ResponseTransmissionTime: now }
    }),
    fixedRoute('GET', '/Branding/Configuration', 'anonymous', () => ({
      LoginDisclaimer: '',
      CustomCss: '',
      SplashscreenEnabled: false,
    })),
    ...['/Branding/Css', '/Branding/Css.css'].map((path) => ({
      ...fixedRoute('GET', path, 'anonymous', () => ''),
      type: 'text/css; charset=utf-8',
    })),
  ]
}

type PersonalAddress = PersonalAddressQuery['personalAddress']

function infoRoute(
  path: string,
  access: DocumentRoute['access'],
  answer: (request: MediaRequest, household: PersonalAddress) => object,
): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access,
    document: PersonalAddressDocument,
    variables: ({ scope }) => ({ code: scope?.kind === 'personal' ? scope.code : null }),
    answer: ({ personalAddress }, request) => answer(request, personalAddress ?? null),
  })
}

/** The service's own address, without what names the media server or a configuration. */
function rootOf(address: string, scope: AddressScope | null, prefix: string): string {
  const { origin, pathname } = new URL(address)
  const own = pathname.split(`/${prefix}`)[0] ?? ''
  return scope || pathname !== '/' ? `${origin}${own.replace(/\/$/, '')}` : origin
}
