/** The field for an answer's follow-up. The format calls it `then`, which `await` would call if it were a function; a schema accepts only maps. */
export const FOLLOW_UP = 'then'
