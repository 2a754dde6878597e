export const playCommands = [
  'PlayNow',
  'PlayNext',
  'PlayLast',
  'PlayInstantMix',
  'PlayShuffle',
] as const

export type PlayCommand = (typeof playCommands)[number]

export const playstateCommands = [
  'Stop',
  'Pause',
  'Unpause',
  'NextTrack',
  'PreviousTrack',
  'Seek',
  'Rewind',
  'FastForward',
  'PlayPause',
] as const

export type PlaystateCommand = (typeof playstateCommands)[number]

export const generalCommands = [
  'MoveUp',
  'MoveDown',
  'MoveLeft',
  'MoveRight',
  'PageUp',
  'PageDown',
  'PreviousLetter',
  'NextLetter',
  'ToggleOsd',
  'ToggleContextMenu',
  'Select',
  'Back',
  'TakeScreenshot',
  'SendKey',
  'SendString',
  'GoHome',
  'GoToSettings',
  'VolumeUp',
  'VolumeDown',
  'Mute',
  'Unmute',
  'ToggleMute',
  'SetVolume',
  'SetAudioStreamIndex',
  'SetSubtitleStreamIndex',
  'ToggleFullscreen',
  'DisplayContent',
  'GoToSearch',
  'DisplayMessage',
  'SetRepeatMode',
  'ChannelUp',
  'ChannelDown',
  'Guide',
  'ToggleStats',
  'PlayMediaSource',
  'PlayTrailers',
  'SetShuffleQueue',
  'PlayState',
  'PlayNext',
  'ToggleOsdMenu',
  'Play',
  'SetMaxStreamingBitrate',
  'SetPlaybackOrder',
] as const

export type GeneralCommand = (typeof generalCommands)[number]

export type RemoteCommand =
  | {
      readonly kind: 'play'
      readonly command: PlayCommand
      readonly itemIds: readonly string[]
      readonly startPositionMs: number | null
      readonly mediaSourceId: string | null
      readonly audioIndex: number | null
      readonly subtitleIndex: number | null
      readonly startIndex: number | null
    }
  | {
      readonly kind: 'playstate'
      readonly command: PlaystateCommand
      readonly positionMs: number | null
    }
  | {
      readonly kind: 'general'
      readonly command: GeneralCommand
      readonly arguments: Readonly<Record<string, string>>
    }
