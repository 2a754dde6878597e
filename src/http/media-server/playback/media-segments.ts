import { enumName } from '../../../core/enum-name.ts'
import { segmentTypes } from '../../../model/segment.ts'
import { MediaSegmentsDocument } from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import { plainId } from '../transport/plain-id.ts'
import { ticksOf } from '../transport/times.ts'

export const mediaSegmentsRoute = documentRoute({
  method: 'GET',
  path: '/MediaSegments/:itemId',
  access: 'signedIn',
  document: MediaSegmentsDocument,
  variables: ({ params, query }) => {
    const asked = query.list('includeSegmentTypes')?.map((type) => type.toLowerCase())
    const types = segmentTypes.filter((type) => asked?.includes(type.toLowerCase()) ?? true)
    return { itemId: params['itemId']!, types: types.map(enumName) }
  },
  answer: ({ mediaSegments }, { params }) => ({
    Items: mediaSegments.map(({ id, type, startMs, endMs }) => ({
      Id: id,
      ItemId: plainId(params['itemId']!),
      Type: segmentTypes.find((name) => enumName(name) === type),
      StartTicks: ticksOf(startMs),
      EndTicks: ticksOf(endMs),
    })),
    TotalRecordCount: mediaSegments.length,
    StartIndex: 0,
  }),
})
