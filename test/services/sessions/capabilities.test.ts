import { describe, expect, it } from 'vitest'
import { readCapabilities } from '../../../src/services/sessions/capabilities.ts'

const silent = {
  playableMediaTypes: [],
  supportedCommands: [],
  supportsMediaControl: false,
  supportsPersistentIdentifier: true,
}

describe('What a device was said to be capable of', () => {
  it.each([
    ['nothing', null, silent],
    ['lists', { PlayableMediaTypes: ['Video', 'Smell'] }, { playableMediaTypes: ['Video'] }],
    [
      'text with commas, as rows of earlier releases hold it',
      { SupportedCommands: 'Unmute,Mute,Dance' },
      { supportedCommands: ['Mute', 'Unmute'] },
    ],
    [
      'what is neither',
      { PlayableMediaTypes: { 0: 'Video' }, SupportedCommands: 7, SupportsMediaControl: 'true' },
      {},
    ],
    [
      'flags',
      { SupportsMediaControl: true, SupportsPersistentIdentifier: false },
      { supportsMediaControl: true, supportsPersistentIdentifier: false },
    ],
  ])('is read from %s', (_name, stored, read) => {
    expect(readCapabilities(stored)).toEqual({ ...silent, ...read })
  })
})
