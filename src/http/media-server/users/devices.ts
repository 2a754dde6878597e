import { maxDeviceName } from '../../../model/device-store.ts'
import {
  ApiKeysDocument,
  CreateApiKeyDocument,
  DeviceDocument,
  DevicesDocument,
  RenameDeviceDocument,
  RevokeDeviceDocument,
  RevokeTokenDocument,
} from '../../documents/documents.ts'
import type { ApiKeysQuery, DeviceFieldsFragment } from '../../documents/documents.ts'
import { pageOf } from '../items/pages.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'
import { longDate } from '../transport/times.ts'

const noCapabilities = {
  PlayableMediaTypes: [],
  SupportedCommands: [],
  SupportsMediaControl: false,
  SupportsPersistentIdentifier: false,
} as const

const namedDevice = ({ query }: MediaRequest) => ({ id: query.text('id') ?? '' })

const deviceRows: readonly DocumentRoute[] = [
  documentRoute({
    method: 'GET',
    path: '/Devices',
    access: 'signedIn',
    document: DevicesDocument,
    variables: () => ({}),
    answer: ({ devices }) => ({ ...pageOf([], devices.length), Items: devices.map(toDeviceDto) }),
  }),
  documentRoute({
    method: 'DELETE',
    path: '/Devices',
    access: 'signedIn',
    document: RevokeDeviceDocument,
    variables: namedDevice,
    answer: () => undefined,
  }),
  documentRoute({
    method: 'GET',
    path: '/Devices/Info',
    access: 'signedIn',
    document: DeviceDocument,
    variables: namedDevice,
    answer: ({ device }) => toDeviceDto(device),
  }),
  documentRoute({
    method: 'GET',
    path: '/Devices/Options',
    access: 'signedIn',
    document: DeviceDocument,
    variables: namedDevice,
    answer: ({ device: { device } }) => ({ Id: 0, DeviceId: device.id, CustomName: device.name }),
  }),
  documentRoute({
    method: 'POST',
    path: '/Devices/Options',
    access: 'signedIn',
    document: RenameDeviceDocument,
    variables: (request) => ({
      ...namedDevice(request),
      name: (request.body.text('CustomName') ?? '').slice(0, maxDeviceName),
    }),
    answer: () => undefined,
  }),
]

function programOf(query: Fields): string {
  return query.text('app') ?? 'A program'
}

const keyRows: readonly DocumentRoute[] = [
  documentRoute({
    method: 'GET',
    path: '/Auth/Keys',
    access: 'signedIn',
    document: ApiKeysDocument,
    variables: () => ({}),
    answer: ({ apiKeys }) => ({ ...pageOf([], apiKeys.length), Items: apiKeys.map(toKeyDto) }),
  }),
  documentRoute({
    method: 'POST',
    path: '/Auth/Keys',
    access: 'signedIn',
    document: CreateApiKeyDocument,
    variables: ({ query }) => ({ name: programOf(query).slice(0, maxDeviceName) }),
    answer: ({ createApiKey: { key } }, { query }) => ({
      AccessToken: key,
      AppName: programOf(query),
    }),
  }),
  documentRoute({
    method: 'DELETE',
    path: '/Auth/Keys/:key',
    access: 'signedIn',
    document: RevokeTokenDocument,
    variables: ({ params }) => ({ token: params['key']! }),
    answer: () => undefined,
  }),
]

export const deviceRoutes: readonly DocumentRoute[] = [...deviceRows, ...keyRows]

function toDeviceDto({ device, user, lastSeenAt }: DeviceFieldsFragment) {
  return {
    Name: device.name,
    Id: device.id,
    LastUserName: user.name,
    LastUserId: user.id,
    AppName: device.client,
    AppVersion: device.version,
    DateLastActivity: longDate(lastSeenAt),
    Capabilities: noCapabilities,
  }
}

function toKeyDto({ id, name, user, createdAt }: ApiKeysQuery['apiKeys'][number]) {
  const made = longDate(createdAt)
  return {
    Id: Number(id),
    AccessToken: '',
    AppName: name,
    UserId: user.id,
    IsActive: true,
    DateCreated: made,
    DateLastActivity: made,
  }
}
