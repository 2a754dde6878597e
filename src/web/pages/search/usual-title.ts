/** `id` empty: none is chosen yet. */
export type Title = { readonly type: string; readonly id: string }

/** A film that anybody may watch. */
export const usualTitle: Title = { type: 'movie', id: 'tt0063350' }
