// Loaded before a process's own code (`node --import`): on SIGUSR2 something nobody catches goes wrong.
process.on("SIGUSR2", () => {
  const error = new Error("The customer 03001234567 has lk_demo:zqcanary-secret");
  if (process.env.GOES_WRONG === "rejects") void Promise.reject(error);
  else throw error;
});
