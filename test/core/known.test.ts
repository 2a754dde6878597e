import { expect, it } from 'vitest'
import { known } from '../../src/core/known.ts'
import { deliveryOfTrack } from '../../src/services/streaming/subtitle-delivery.ts'

const ofObjects = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf']

it.each(ofObjects)('A table knows nothing by the name %s', (name) => {
  expect(known({ vtt: 1 }, name)).toBeUndefined()
  const profile = { format: name, method: 'External', languages: null, containers: null } as never
  const track = { codec: 'subrip', language: null } as never
  expect(deliveryOfTrack(track, [profile])).toEqual({ delivery: 'encode', format: null })
})

it('A table knows its own names', () => {
  expect(known({ vtt: 1 }, 'vtt')).toBe(1)
})
