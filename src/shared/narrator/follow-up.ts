/** The field of what follows an answer. The format gives it a name that `await` calls if it is a function; a schema lets only maps in. */
export const FOLLOW_UP = 'then'
