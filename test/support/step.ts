/** A part of a test that tells a story: what goes wrong in it is said with its name. */
export async function step<T>(name: string, play: () => Promise<T>): Promise<T> {
  try {
    return await play();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}
