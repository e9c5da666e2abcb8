import { slice } from '../slice'

/** The latest request to show the form of a story event or a character. */
export const useFormRequest = slice<{ form?: { what: 'event' | 'character'; id: string } }>('form-request', {})

/** Opens the form of a story event or a character. Every feature may call it. */
export const openFormOf = (what: 'event' | 'character', id: string): void => useFormRequest.set({ form: { what, id } })
