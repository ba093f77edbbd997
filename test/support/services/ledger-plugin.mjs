// A payment provider whose ledger is kept elsewhere: see ledger-service.ts.
const methods = ["initiate", "update", "authorize", "capture", "refund", "cancel", "deleteSession", "status"];

async function call(method, args) {
  const response = await fetch(`${process.env.LEDGER_URL}/${method}`, {
    method: "POST",
    body: JSON.stringify(args),
  });
  if (!response.ok) throw new Error(`the ledger answered ${response.status}`);
  return response.json();
}

export function register(tradewind) {
  const provider = { id: "ledger" };
  for (const method of methods) provider[method] = (...args) => call(method, args);
  tradewind.paymentProvider(provider);
}
