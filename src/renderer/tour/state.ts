import { slice } from '../slice'

/** The step of the tour that is shown, by number; undefined while there is no tour. It goes on when another campaign is opened. */
export const useTour = slice<{ step: number | undefined }>('tour', { step: undefined }, (before) => before)
