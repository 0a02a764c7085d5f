-- Why an application ended without offers: the reasons of the decision, or that no capital provider was found in time.
alter table app.loan_application add column denial_reasons text[] check (cardinality(denial_reasons) between 1 and 4);
alter table app.loan_application add constraint denied_for_a_reason check ((status = 'NO_OFFERS') = (denial_reasons is not null));
