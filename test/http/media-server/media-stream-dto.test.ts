import { expect, it } from 'vitest'
import type { MediaStreamFieldsFragment } from '../../../src/http/documents/documents.ts'
import { toMediaStream } from '../../../src/http/media-server/playback/media-stream-dto.ts'

it.each([
  [1920, 1080, '16:9'],
  [640, 480, undefined],
  [1920, null, undefined],
  [null, 1080, undefined],
])('the shape of %s x %s pixels is %s', (width, height, AspectRatio) => {
  const video = { kind: 'VIDEO', width, height, bitrate: null, range: null }
  expect(toMediaStream(video as MediaStreamFieldsFragment, '/Videos/1')).toMatchObject({
    AspectRatio,
  })
})
